import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 21001 to 21999. */
export const clinicErrors = {
  DOCTOR_STOPPED: { code: 21001, message: '该医生已停止接诊' },
  DOCTOR_UNAVAILABLE: { code: 21002, message: '该医生已停职或离职，不能选择' },
  TARIFF_DISABLED: { code: 21003, message: '该收费项目已停用' },
} satisfies Record<string, ErrorEntry>

export const clinic = {} satisfies CallGroup
