-- Posts as a company shapes them: what they are for, and the clinics that a grant over chosen clinics (4) reaches.
alter table post add column remark text not null default '' constraint post_remark_check check (char_length(remark) <= 100);

create table post_clinic (
  tenant_id uuid not null,
  post_id uuid not null,
  reached_clinic_id uuid not null,
  primary key (tenant_id, post_id, reached_clinic_id)
);
select app.tenant_table('post_clinic');
alter table post_clinic
  add constraint post_clinic_post_fk foreign key (tenant_id, post_id) references post (tenant_id, id) on delete cascade,
  add constraint post_clinic_clinic_fk foreign key (tenant_id, reached_clinic_id) references clinic (tenant_id, id);
