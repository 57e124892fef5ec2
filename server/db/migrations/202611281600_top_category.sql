-- A line of a bill says its category on both levels: income is read by the upper one, and what a category is called or belongs to
-- later changes nothing of what was sold. What stands is carried over from the price list; a fee of a visit has one level.
alter table bill_item add column top_category_name text not null default '';
update bill_item i set top_category_name = coalesce(top.name, g.name)
  from tariff t join tariff_category g on g.tenant_id = t.tenant_id and g.id = t.category_id
  left join tariff_category top on top.tenant_id = g.tenant_id and top.id = g.parent_id
  where t.tenant_id = i.tenant_id and t.id = i.tariff_id;
update bill_item set top_category_name = category_name where top_category_name = '';
select app.grant_columns_but('bill_item', array['returned_amount', 'written_off_amount', 'settled_amount']);
