// What almost every screen after the first one needs of antd, as one piece that is fetched while the first one is read.
export { Dialog } from './overlay/Dialog.tsx'
export { Select } from './form/Select.tsx'
