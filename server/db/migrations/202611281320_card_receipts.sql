-- The receipt of a card's sale, recharge or change is given out with a code, as other papers of money are.
alter table issued_document drop constraint issued_document_kind_check;
alter table issued_document add constraint issued_document_kind_check
  check (kind in ('record', 'prescription', 'plan', 'consent', 'seal', 'ortho', 'orthoWear',
    'receipt', 'refundSlip', 'prepayReceipt', 'prepayReturn', 'cardReceipt', 'cardRefund', 'agreement'));
