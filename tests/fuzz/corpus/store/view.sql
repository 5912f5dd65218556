DROP TABLE word; CREATE VIEW word AS SELECT 1 AS parameter, 0 AS value, 'R' AS word;
