-- What figures came to in the closed months of a clinic, so that a report of years need not read every row again. Of a month that is not
-- closed nothing stands here, and what a former declaration of the figures made (`made_of`) counts for nothing.
create table kept_sum (
  tenant_id uuid not null,
  clinic_id uuid not null,
  month date not null,
  source text not null,
  cut text not null,
  made_of text not null,
  sums jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, source, cut, month, clinic_id),
  constraint kept_sum_month_check check (extract(day from month) = 1)
);
select app.clinic_table('kept_sum');
alter table kept_sum
  add constraint kept_sum_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);
create index kept_sum_month_idx on kept_sum (tenant_id, clinic_id, month);
