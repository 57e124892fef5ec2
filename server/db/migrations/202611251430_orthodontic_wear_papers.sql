-- What a patient is told to wear is given out as a paper too.
alter table issued_document drop constraint issued_document_kind_check;
alter table issued_document add constraint issued_document_kind_check
  check (kind in ('record', 'prescription', 'plan', 'consent', 'seal', 'ortho', 'orthoWear'));
