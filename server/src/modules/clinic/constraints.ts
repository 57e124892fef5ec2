import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  company_holiday_date_key: 'VERSION_CONFLICT',
  dept_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
  chair_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
  appoint_item_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
  delivery_address_default_key: 'VERSION_CONFLICT',
  delivery_address_slot_key: 'VERSION_CONFLICT',
  delivery_address_slot_check: 'ADDRESSES_FULL',
  dept_code_key: { refusal: 'SETTING_CODE_TAKEN', field: 'code' },
  clinic_item_key: 'VERSION_CONFLICT',
  own_diagnosis_code_key: { refusal: 'DIAGNOSIS_CODE_TAKEN', field: 'code' },
  own_diagnosis_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
  dict_item_code_key: 'VERSION_CONFLICT',
  dict_item_default_key: 'SETTING_DEFAULT',
  dict_item_text_key: { refusal: 'SETTING_NAME_TAKEN', field: 'item' },
  patient_source_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
  tariff_category_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
  tariff_code_key: { refusal: 'TARIFF_CODE_TAKEN', field: 'code' },
  tariff_clinic_key: 'VERSION_CONFLICT',
  // Whoever uses an item at the moment in which it is deleted: the database has the last word.
  bill_item_tariff_fk: 'TARIFF_USED',
  treatment_plan_line_tariff_fk: 'TARIFF_USED',
  tariff_package_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
  pay_method_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
}
