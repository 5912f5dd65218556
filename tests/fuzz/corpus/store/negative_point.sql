INSERT INTO point (point) VALUES (-5);
