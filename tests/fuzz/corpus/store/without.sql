DROP TABLE run; PRAGMA user_version=0;
