import { onConstraint } from '../../platform/database/problems.ts'

onConstraint('appointment_doctor_excl', 'APPOINTMENT_SLOT_TAKEN')
onConstraint('appointment_chair_excl', 'APPOINTMENT_CHAIR_TAKEN')
