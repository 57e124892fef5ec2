/** What a record has as long as nobody has signed it. */
export const unsigned = {
  sign_doctor_id: null,
  sign_time: null,
  sign_hash: null,
  amend_reason: null,
  plan_line_ids: [] as string[],
  countersign_due: false,
}
