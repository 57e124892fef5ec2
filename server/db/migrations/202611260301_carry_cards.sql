-- Movements of cards that were written past the product (demo data): each becomes an entry of the ledger, and the card holds what
-- the entries say. What of the money is neither principal nor uses is the fee of the card.
create function app.carry_cards() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  v_log record;
  v_entry uuid;
begin
  for v_log in
    select l.*, c.card_no from card_log l join member_card c on c.tenant_id = l.tenant_id and c.id = l.card_id
    where l.entry_id is null and l.type in (1, 2, 5, 9, 10)
      and (l.principal_delta, l.bonus_delta, l.points_delta, l.times_delta, jsonb_array_length(l.ways)) <> (0, 0, 0, 0, 0)
    order by l.tenant_id, l.created_at, l.card_id, l.seq
  loop
    v_entry := gen_random_uuid();
    insert into ledger_entry (tenant_id, id, clinic_id, kind, document, document_id, document_no, business_date, moment, actor_id, actor_name, is_carried)
      values (v_log.tenant_id, v_entry, v_log.moved_clinic_id, case v_log.type when 1 then 7 when 2 then 8 when 5 then 9 else 11 end, 'card', v_log.id,
        v_log.card_no, (v_log.created_at at time zone 'Asia/Shanghai')::date, v_log.created_at, v_log.operator_id, v_log.operator_name, true);
    insert into ledger_posting (tenant_id, entry_id, no, clinic_id, kind, business_date, account, unit, amount, pay_method_id, card_id)
      select e.tenant_id, e.id, row_number() over (), e.clinic_id, e.kind, e.business_date, x.account, x.unit, x.amount, x.pay_method_id, v_log.card_id
      from ledger_entry e cross join (
        select 'cash' as account, 0 as unit, case when v_log.type = 5 then -(w ->> 'amount')::numeric else (w ->> 'amount')::numeric end as amount,
          (w ->> 'payMethodId')::uuid as pay_method_id from jsonb_array_elements(v_log.ways) w
        union all select 'principal', 0, -v_log.principal_delta, null
        union all select 'bonusGiven', 0, v_log.bonus_delta, null
        union all select 'bonus', 0, -v_log.bonus_delta, null
        union all select 'times', 0, -v_log.times_amount_delta, null
        union all select 'otherIncome', 0, -(select coalesce(sum(case when v_log.type = 5 then -(w ->> 'amount')::numeric else (w ->> 'amount')::numeric end), 0)
            from jsonb_array_elements(v_log.ways) w) + v_log.principal_delta + v_log.times_amount_delta, null
        union all select 'timesGiven', 1, v_log.times_delta, null
        union all select 'times', 1, -v_log.times_delta, null
        union all select 'pointsGiven', 2, v_log.points_delta, null
        union all select 'points', 2, -v_log.points_delta, null) x
      where e.tenant_id = v_log.tenant_id and e.id = v_entry and x.amount <> 0;
    update card_log set entry_id = v_entry where tenant_id = v_log.tenant_id and id = v_log.id;
    perform app.ledger_apply_cards(v_log.tenant_id, v_entry);
  end loop;
end $$;
revoke execute on function app.carry_cards() from public;
