-- What the settings keep beyond what a clinic began with.
alter table dept add column leader_id uuid;
alter table dept add constraint dept_leader_fk foreign key (tenant_id, leader_id) references employee (tenant_id, id) not valid;
alter table dept validate constraint dept_leader_fk;
alter table dict_item add constraint dict_item_text_key unique (tenant_id, type_code, item);
alter table patient_source add constraint patient_source_name_key unique nulls not distinct (tenant_id, parent_id, name);
create index patient_source_used_idx on patient (tenant_id, source_id) where source_id is not null;

insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, r.resource, case when p.code = 'headquarters' then 5 else 3 end
from post p
cross join (values ('/allSetting:view', true), ('/baseDepartSet:view', true), ('/baseDepartSet:edit', true),
  ('/outpatientServiceInfo:view', true), ('/outpatientServiceInfo:edit', true), ('/configInfo:view', true), ('/configInfo:edit', true),
  ('/baseAppointSet:view', true), ('/baseDictSet:view', true), ('/basePatientSourceSet:view', true),
  ('/baseAppointSet:edit', false), ('/baseDictSet:edit', false), ('/basePatientSourceSet:edit', false)) r(resource, of_the_clinic)
where p.is_admin or p.code in ('admin', 'headquarters') or (p.code = 'director' and r.of_the_clinic)
on conflict do nothing;
