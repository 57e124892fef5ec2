-- Who may open a file of this clinic to another branch that asks for it.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/allTimePatients:open', case when p.code = 'headquarters' then 5 else 3 end
from post p where p.code in ('admin', 'director', 'reception', 'headquarters') or p.is_admin
on conflict do nothing;

-- One open question of a branch for a file.
create unique index file_request_open_key on file_request (tenant_id, patient_id, asking_clinic_id) where status = 0;
