-- The screen in the waiting room: its key is the address itself. Whoever holds it sees the queue of one clinic and nothing
-- else; a new key, or none, ends what was given out before.
create table queue_screen (
  clinic_id uuid primary key,
  tenant_id uuid not null,
  key text constraint queue_screen_key unique constraint queue_screen_key_check check (key ~ '^[A-Za-z0-9_-]{32,64}$'),
  set_name text not null,
  set_at timestamptz not null
);
select app.shared_table('queue_screen');
