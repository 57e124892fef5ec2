-- The sum from which a refund is approved was stored in fen and read as yuan, so that whatever a clinic set was taken for none.
update clinic
set settings = jsonb_set(settings, '{refundApprovalAmount}', to_jsonb(to_char((settings ->> 'refundApprovalAmount')::numeric / 100, 'FM9999990.00')))
where jsonb_typeof(settings -> 'refundApprovalAmount') = 'number';
