export { ExceptionDesk } from './ExceptionDesk.tsx'
