export { ShiftPage as default } from '../../../features/shift/index.ts'
