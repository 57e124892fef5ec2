-- Papers of money are given out with a code as records are. They are printed from the screen, so there are no bytes: the hash
-- is that of the figures they show, by which it is known later whether these still stand.
alter table issued_document drop constraint issued_document_kind_check;
alter table issued_document add constraint issued_document_kind_check
  check (kind in ('record', 'prescription', 'plan', 'consent', 'seal', 'ortho', 'orthoWear',
    'receipt', 'refundSlip', 'prepayReceipt', 'prepayReturn', 'agreement'));
