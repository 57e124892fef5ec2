-- A card is found by the last digits of its number, as they are read out at the desk. A function, since the rule that keeps
-- companies apart lets no comparison of texts into an index; planned with the digits, since only then the index serves.
create index member_card_end_idx on member_card (tenant_id, reverse(card_no) text_pattern_ops);

create function app.search_card_ids(p_tenant uuid, p_end text)
returns table (id uuid) language plpgsql stable security definer rows 20
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  v_like text := replace(replace(replace(reverse(p_end), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'tenant mismatch' using errcode = '42501';
  end if;
  return query select c.id from public.member_card c where c.tenant_id = p_tenant and reverse(c.card_no) like v_like;
end $$;
revoke execute on function app.search_card_ids(uuid, text) from public;
grant execute on function app.search_card_ids(uuid, text) to dentin_app;
