import { patient } from '@dentin/contract/patient'
import { send } from './client.ts'

/** Notes in the log that a patient's number was dialled from here. The call itself goes on whether the note arrives or not. */
export function noteDialled(patientId: string): void {
  send(patient.saveOperation, { operName: '拨打电话', patientId }).catch(() => {})
}
