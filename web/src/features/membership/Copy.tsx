import { copyText, IconButton } from '../../ui/index.ts'

/** Puts a text on the clipboard. */
export function Copy({ what, text }: { what: string; text: string }) {
  return (
    <IconButton icon="copy" label={`复制${what}`} size="xs" iconSize={14} onClick={() => void copyText(text, what)} />
  )
}
