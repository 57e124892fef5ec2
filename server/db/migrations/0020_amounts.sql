-- Money beyond the own work became a field that a post is given, like the whole phone number. Who charges, counsels or answers
-- for a clinic's money keeps what it saw (a post of one's own: when it charges); nurses, customer service and the store no longer see it.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/field:amounts', case when p.code in ('doctor', 'consultant') then 1 else 3 end
from post p
where p.code in ('admin', 'director', 'doctor', 'reception', 'consultant', 'finance', 'headquarters') or p.is_admin
  or (p.code not in ('nurse', 'service', 'storekeeper') and exists (
    select 1 from post_resource r where r.tenant_id = p.tenant_id and r.post_id = p.id and r.resource = '/orderSet:charge'))
on conflict do nothing;
