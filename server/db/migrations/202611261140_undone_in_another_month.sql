-- What is taken back in a later month than its own (a unit's settlement, a recharge) counts in both months as what it was: money that
-- came in the first, and money that went out in the second. Only what came and went within one month counts as neither.
do $$
declare
  v_body text := pg_get_functiondef('app.month_book(uuid, uuid, date)'::regprocedure);
  v_was constant text := 'e.reverses_id is not null or exists (select 1 from ledger_entry t where t.tenant_id = p_tenant and t.reverses_id = e.id) as is_undone';
begin
  if position(v_was in v_body) = 0 then
    raise exception 'app.month_book is not what this migration expects';
  end if;
  execute replace(v_body, v_was, $s$coalesce(r.business_date >= p_month, false) or exists (select 1 from ledger_entry t
        where t.tenant_id = p_tenant and t.reverses_id = e.id and t.business_date < (p_month + interval '1 month')::date) as is_undone$s$);
end $$;
