import { PhoneUpload } from '../../../features/picture/index.ts'

/** /imageDataIn#token: a phone sends pictures into one stage of one patient. */
export default function ImageDataIn() {
  return <PhoneUpload />
}
