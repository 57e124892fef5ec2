import { onConstraint } from '../../platform/database/problems.ts'

onConstraint('shift_name_key', 'SHIFT_NAME_TAKEN', { message: '已有同名的班次', field: 'name' })
onConstraint('schedule_two_clinics_excl', 'SCHEDULE_TWO_CLINICS')
onConstraint('schedule_stretch_key', 'SCHEDULE_OVERLAP')
onConstraint('company_holiday_date_key', 'VERSION_CONFLICT')
