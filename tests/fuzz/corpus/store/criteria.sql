DELETE FROM criterion WHERE position = 1; UPDATE criterion SET stem = char(27);
