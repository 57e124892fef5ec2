export { MyExports } from './MyExports.tsx'
export { TaskProgress } from './TaskProgress.tsx'
