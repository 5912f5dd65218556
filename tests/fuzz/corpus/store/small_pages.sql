PRAGMA page_size=512; VACUUM;
