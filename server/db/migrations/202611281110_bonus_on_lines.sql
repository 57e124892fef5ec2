-- What the price list says of bonus holds for bills that wait to be charged too; what was paid stays as it was paid.
update bill_item i set can_bonus = false
from bill b, tariff t
where b.tenant_id = i.tenant_id and b.id = i.bill_id and b.status in (0, 1, 8)
  and t.tenant_id = i.tenant_id and t.id = i.tariff_id and i.can_bonus and not t.can_bonus;
