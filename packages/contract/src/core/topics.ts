/** What the server tells open screens about: a hint that something changed, with no data of a person. */
export type Topic =
  | 'appointment'
  | 'reception'
  | 'record'
  | 'bill'
  | 'patient'
  | 'schedule'
  | 'message'
  | 'session'
  | 'staff'
  | 'followUp'
  | 'sms'
  | 'tariff'
