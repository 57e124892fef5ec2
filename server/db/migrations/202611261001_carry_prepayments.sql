-- Movements of prepayments that were written past the product (demo data): what each prepayment holds, and the line of its log,
-- as the entries say.
create function app.carry_prepays() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  v_entry record;
begin
  for v_entry in
    select e.tenant_id, e.id from ledger_entry e
    where e.kind in (13, 14, 15) and e.is_carried and not exists (select 1 from prepay_log l where l.tenant_id = e.tenant_id and l.entry_id = e.id)
    order by e.tenant_id, e.moment, e.id
  loop
    perform app.ledger_apply_prepays(v_entry.tenant_id, v_entry.id);
  end loop;
end $$;
revoke execute on function app.carry_prepays() from public;
