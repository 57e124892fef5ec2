-- As what somebody asks to be taken in; null: they did not say. Whoever decides gives the post.
alter table relate_apply add column job_type int constraint relate_apply_job_check check (job_type between 0 and 9);
