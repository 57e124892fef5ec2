export { ComboBox, type ComboBoxProps } from './overlay/ComboBox.tsx'
export { BatchBar, BatchButton } from './table/BatchBar.tsx'
export { ColumnButton } from './table/ColumnButton.tsx'
export { useTableColumns, type Column, type TableColumns } from './table/columns.ts'
export { DataTable, type DataTableProps, type Sort } from './table/DataTable.tsx'
export { listProps, pagedProps, pageCodecs } from './table/list.ts'
export { Pager, type PagerProps } from './table/Pager.tsx'
export {
  DatePicker,
  DateRangePicker,
  DayPopup,
  ordered,
  rangeShortcuts,
  TimeField,
  type DayMark,
} from './form/DateField.tsx'
export { DayField, type DayFieldProps } from './form/DayField.tsx'
export { MultiSelect, Select, type SelectOption, type SelectProps } from './form/Select.tsx'
export { ConflictDialog, type ConflictDialogProps } from './overlay/ConflictDialog.tsx'
export { Dialog, type DialogProps } from './overlay/Dialog.tsx'
export { FormDialog, type FormDialogProps } from './overlay/FormDialog.tsx'
export { KeptDraft, Picked, type PickedField, type PickedProps } from './form/bound.tsx'
export { Drawer, type DrawerProps } from './overlay/Drawer.tsx'
export { PictureSlot } from './overlay/PictureSlot.tsx'
export { PictureViewer, type PictureViewerProps } from './overlay/PictureViewer.tsx'
export { ColourChoice, type ColourChoiceProps } from './form/ColourChoice.tsx'
export { ProvinceAndCity } from './form/ProvinceAndCity.tsx'
