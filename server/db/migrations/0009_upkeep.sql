-- The app role owns nothing and cannot make tables. This is the one thing it may ask the owner for: the audit's partitions
-- of the months around the present, and whether a row ever fell into the default partition. It shows no row to anybody.
create function app.prepare_audit(p_from date, p_months int, out made int, out stray boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_month date;
begin
  if p_months not between 1 and 12 or p_from not between date '2026-01-01' and (now() + interval '2 years')::date then
    raise exception 'months out of range';
  end if;
  -- Two processes that ask at once do it once.
  perform pg_advisory_xact_lock(716290433);
  made := 0;
  for v_month in select (date_trunc('month', p_from) + make_interval(months => m))::date from generate_series(0, p_months - 1) m loop
    if to_regclass('public.audit_' || to_char(v_month, 'YYYY_MM')) is null then
      perform app.ensure_month_partition('audit', v_month);
      made := made + 1;
    end if;
  end loop;
  stray := exists (select 1 from public.audit_default);
end $$;
revoke all on function app.prepare_audit(date, int) from public;
grant execute on function app.prepare_audit(date, int) to dentin_app;

-- Messages handed to a provider that has not answered: few, looked for every hour.
create index sms_outbox_open_idx on sms_outbox (tenant_id, sent_at) where status = 1 and provider_id is null;
