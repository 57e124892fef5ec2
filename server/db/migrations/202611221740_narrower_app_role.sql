-- What the app role never does it may not do: make temporary tables, take away what payment gateways told. Notices that
-- were not believed are kept for a month; taking those away is the one thing it may ask the owner for.
do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;
create function app.forget_false_notices(p_now timestamptz) returns int
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (
    delete from public.payment_notice
     where verdict in ('malformed', 'forged', 'stale', 'wrong-merchant') and last_at < least(p_now, now()) - interval '30 days' returning 1)
  select count(*)::int from gone
$$;
revoke all on function app.forget_false_notices(timestamptz) from public;
grant execute on function app.forget_false_notices(timestamptz) to dentin_app;
revoke delete on gateway_trade, payment_notice from dentin_app;
