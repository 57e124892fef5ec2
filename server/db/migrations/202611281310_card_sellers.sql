-- Who sold a card, and who a recharge: kept on the movement, beside whoever took the money.
alter table card_log
  add column sales_id uuid,
  add column sales_name text not null default '';
update card_log l set sales_id = c.sales_id, sales_name = c.sales_name
from member_card c
where c.tenant_id = l.tenant_id and c.id = l.card_id and l.type = 1 and c.sales_name <> '';
