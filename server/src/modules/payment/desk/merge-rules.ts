import { scanPayStates, scanPurposes } from '@dentin/contract/scan-pay'
import { codes } from '../../../platform/database/codes.ts'
import { columns, named, select } from '../../../platform/database/select.ts'
import { followsPatient, type Following, type ObstacleSource } from '../../patient/index.ts'

/** A payment of a bill or a card goes with it; one of a prepayment or of a new card names the patient itself. */
export const mergeRules: readonly Following[] = [followsPatient('scan_payment', { topic: 'bill' })]

const running = select(columns('scan_payment', 's', 'patient_id', 'purpose'), named('patient', 'p', { name: 'name' }))

/** A code is shown for one of them: the money would come while the files become one. */
export const mergeObstacles: ObstacleSource = async (tx, patientIds) => {
  const rows = await tx.rows(
    running.keptFrom`scan_payment s join patient p on ${tx.own('p')} and p.id = s.patient_id
      where ${tx.own('s')} and s.patient_id = any(${patientIds}::uuid[]) and s.status in ${codes(scanPayStates, 'running')}`,
  )
  return rows.map(({ patientId, name, purpose }) => ({
    patientId: patientId as string,
    text: `${name}正在扫码${purpose === scanPurposes.cardSale ? '开卡' : '付预交金'}，完成后才能合并`,
  }))
}
