-- Association of people with clinics, and what a clinic settles about its staff.

-- What somebody who looks for a clinic may see of it, found without a tenant. Kept in the transaction that makes or renames
-- the clinic (listClinic).
create table clinic_directory (
  clinic_id uuid primary key,
  tenant_id uuid not null,
  name text not null,
  company_name text not null,
  address text not null default '',
  logo_url text,
  -- name with pinyin and initials, company name; lower case
  search text not null,
  open_to_search boolean not null default true,
  updated_at timestamptz not null
);
select app.shared_table('clinic_directory');
create index clinic_directory_search_idx on clinic_directory using gin (search gin_trgm_ops) where open_to_search;

-- Somebody asks to belong to a clinic. Shared: the applicant has no tenant yet.
create table relate_apply (
  id uuid primary key,
  account_id uuid not null constraint relate_apply_account_fk references account (id),
  tenant_id uuid not null,
  clinic_id uuid not null,
  first_name text not null constraint relate_apply_name_check check (first_name ~ '^\S' and char_length(first_name) <= 20),
  note text not null default '' constraint relate_apply_note_check check (char_length(note) <= 100),
  -- 0 waiting, 1 approved, 2 rejected, 3 withdrawn by the applicant, 4 the relation has ended
  status int not null default 0 constraint relate_apply_status_check check (status between 0 and 4),
  -- of whoever decided: why not, or a word along with the approval
  remark text not null default '' constraint relate_apply_remark_check check (char_length(remark) <= 200),
  employee_id uuid,
  audit_by uuid,
  audit_name text,
  audit_time timestamptz,
  apply_time timestamptz not null,
  ended_at timestamptz,
  constraint relate_apply_reason_check check (status <> 2 or remark <> ''),
  constraint relate_apply_decided_check check (status in (0, 3) or (audit_by is not null and audit_name is not null and audit_time is not null)),
  constraint relate_apply_employee_check check ((status in (1, 4)) = (employee_id is not null)),
  constraint relate_apply_ended_check check ((status in (3, 4)) = (ended_at is not null))
);
select app.shared_table('relate_apply');
create unique index relate_apply_pending_key on relate_apply (account_id, clinic_id) where status = 0;
create index relate_apply_clinic_idx on relate_apply (clinic_id, status, apply_time desc);
create index relate_apply_account_idx on relate_apply (account_id, apply_time desc);

alter table employee
  add column introduction text not null default '' constraint employee_introduction_check check (char_length(introduction) <= 500),
  add column entry_date date,
  add column leave_date date,
  add constraint employee_left_check check (leave_date is null or work_status = 3);
-- An account is one person in a company.
create unique index employee_account_key on employee (tenant_id, account_id) where account_id is not null;

-- A clinic's own order of its staff on the board; equal places fall back to the company's order.
alter table employee_clinic
  add column sort_no int not null default 0 constraint employee_clinic_sort_check check (sort_no between 0 and 9999);

-- Clinics that were there before.
insert into clinic_directory (clinic_id, tenant_id, name, company_name, address, logo_url, search, updated_at)
select c.id, c.tenant_id, c.name, o.name, c.address, c.logo_url, lower(c.name || ' ' || o.name), c.updated_at
from clinic c join company o on o.tenant_id = c.tenant_id;
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, r, case p.code when 'headquarters' then 5 else 3 end
from post p, unnest(array['/baseEmployee:view', '/baseEmployee:edit', '/employeeSet:view', '/employeeSet:edit',
  '/employeEaudit:view', '/employeEaudit:audit']) r
where p.code in ('admin', 'director', 'headquarters')
on conflict do nothing;
