UPDATE sqlite_master SET sql = 'CREATE TABLE run (a)' WHERE name = 'run';
