-- A month that is closed takes nothing more: no bill that was entered late for it and is charged now, nothing that was done in it.
create function app.month_takes(p_tenant uuid, p_clinic uuid, p_day date, p_moment timestamptz) returns boolean
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(app.month_lock_key(p_tenant, p_clinic));
  if exists (select 1 from month_close m where m.tenant_id = p_tenant and m.clinic_id = p_clinic
      and m.month = date_trunc('month', p_day)::date and m.status = 1 and m.closed_at < p_moment) then
    raise exception 'the month was closed' using errcode = 'check_violation', constraint = 'ledger_month_open';
  end if;
  return true;
end $$;

create policy month_open on bill_item_execution as restrictive for insert
  with check (app.month_takes(tenant_id, clinic_id, done_on, 'infinity'));
create policy month_open on bill as restrictive for update
  with check (case when belong_date is null or pay_time is null then true else app.month_takes(tenant_id, clinic_id, belong_date, pay_time) end);
