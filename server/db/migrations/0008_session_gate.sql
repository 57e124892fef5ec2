-- One round trip to begin: find the session, set tenant and clinic, tell which of the asked resources its posts grant.
-- No row: no live session. p_scope 'own' = the session's clinic, 'all' = the whole tenant (reads over a chain).
-- A session ends with what it stands on: a frozen account or a membership that was taken away opens nothing any more, at
-- the very next request and without anybody having to find the session first.
-- Every request pays for this, so its look-ups keep their plans, whatever the connection says.
create function app.open_session(p_token_hash text, p_now timestamptz, p_resources text[], p_scope text)
returns table (
  session_id uuid, account_id uuid, account_name text, tenant_id uuid, clinic_id uuid, employee_id uuid,
  last_seen_at timestamptz, granted jsonb
) language plpgsql set plan_cache_mode = auto as $$
#variable_conflict use_column
begin
  select x.id, x.account_id, x.account_name, x.tenant_id, x.clinic_id, x.employee_id, x.last_seen_at, '{}'
    into session_id, account_id, account_name, tenant_id, clinic_id, employee_id, last_seen_at, granted
    from public.session x
    join public.account a on a.id = x.account_id and a.status = 0
    where x.token_hash = p_token_hash and x.revoked_at is null and x.expires_at > p_now
      and (x.clinic_id is null or exists (
        select 1 from public.account_clinic m where m.account_id = x.account_id and m.clinic_id = x.clinic_id and m.active));
  if not found then
    return;
  end if;
  if open_session.tenant_id is not null then
    execute format('set local app.tenant_id = %L; set local app.clinic = %L', open_session.tenant_id,
      case when p_scope = 'all' then 'all' else open_session.clinic_id::text end);
    if cardinality(p_resources) > 0 then
      select coalesce(jsonb_object_agg(r.resource, r.data_scope), '{}') into granted from (
        select pr.resource, max(pr.data_scope) as data_scope
        from public.employee_post ep
        join public.post_resource pr on pr.tenant_id = open_session.tenant_id and pr.post_id = ep.post_id
        where ep.tenant_id = open_session.tenant_id and ep.clinic_id = open_session.clinic_id
          and ep.employee_id = open_session.employee_id and pr.resource = any(p_resources)
        group by pr.resource
      ) r;
    end if;
  end if;
  return next;
end $$;
grant execute on function app.open_session(text, timestamptz, text[], text) to dentin_app;
grant execute on function app.set_tenant(uuid), app.set_scope(uuid, text) to dentin_app;
