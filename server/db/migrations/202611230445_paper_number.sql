-- The number on the paper file that somebody had before; no two live files have the same.
alter table patient add column paper_number text check (length(paper_number) between 1 and 20);
create unique index patient_paper_number_key on patient (tenant_id, paper_number) where paper_number is not null and status in (0, 1);
