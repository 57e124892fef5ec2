-- What an item costs the house became a field that a post is given: whoever sets prices, keeps the store or the books.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/field:cost', case when p.code = 'headquarters' then 5 else 3 end
from post p
where p.code in ('admin', 'director', 'storekeeper', 'finance', 'headquarters') or p.is_admin
on conflict do nothing;
