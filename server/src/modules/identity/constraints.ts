import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  custom_menu_employee_key: 'VERSION_CONFLICT',
}
