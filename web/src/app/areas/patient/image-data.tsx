import { FileChildPage } from '../../parts/file-child.tsx'

/** /imageData?id=: 影像 of the file. */
export default function ImageData() {
  return <FileChildPage child="/imageData" />
}
