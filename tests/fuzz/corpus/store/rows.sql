INSERT INTO sweep SELECT * FROM sweep; DELETE FROM parameter;
