-- Whose a template is: 1 of one person, 2 of a clinic, 3 of the chain. (4, the platform's, stands in no table.) What was
-- said to be the clinic's went to every clinic of the company: with one clinic it is that clinic's, else the chain's.
alter table record_template add column scope smallint, add column clinic_id uuid;

update record_template set scope = 1 where owner_id is not null;
update record_template t set scope = 2, clinic_id = c.id
from (select tenant_id, (array_agg(id))[1] as id from clinic group by tenant_id having count(*) = 1) c
where t.owner_id is null and c.tenant_id = t.tenant_id;
update record_template set scope = 3 where scope is null;

alter table record_template
  alter column scope set not null,
  add constraint record_template_scope_check check (scope in (1, 2, 3)),
  add constraint record_template_whose_check check ((scope = 1) = (owner_id is not null) and (scope = 2) = (clinic_id is not null)),
  add constraint record_template_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);
create policy clinic on record_template as restrictive
  using (clinic_id is null or current_setting('app.clinic', true) = 'all'
    or clinic_id = nullif(nullif(current_setting('app.clinic', true), ''), 'all')::uuid)
  with check (clinic_id is null or current_setting('app.clinic', true) = 'all'
    or clinic_id = nullif(nullif(current_setting('app.clinic', true), ''), 'all')::uuid);

drop index record_template_name_key;
create unique index record_template_clinic_name_key on record_template (tenant_id, clinic_id, category, name) where scope = 2 and enabled;
create unique index record_template_chain_name_key on record_template (tenant_id, category, name) where scope = 3 and enabled;

-- Posts of a company's own that kept the shared templates keep those of their clinic; the posts that a company begins with
-- are offered the new right by their declaration.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select r.tenant_id, r.post_id, x.resource, 3
from post_resource r
join post p on p.tenant_id = r.tenant_id and p.id = r.post_id 
  and p.code like 'own-%'
cross join (values ('/medicalRecordTempSet:view'), ('/medicalRecordTempSet:edit')) as x(resource)
where r.resource = '/myTemplete:edit' and r.data_scope > 1
on conflict do nothing;
