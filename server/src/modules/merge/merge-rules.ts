import { staysWithFile, type Staying } from '../patient/index.ts'

/** What names a patient and is left as it is. */
export const stays: readonly Staying[] = [
  staysWithFile('patient_merge', 'keep_id', 'the merge itself'),
  staysWithFile('patient_merge', 'remove_id', 'the merge itself'),
  staysWithFile('patient_distinct', 'a_id', 'says something of two files, not of a person'),
  staysWithFile('patient_distinct', 'b_id', 'says something of two files, not of a person'),
]
