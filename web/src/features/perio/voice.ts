import type { PerioKey } from '@dentin/clinical/perio/keys'
import { readPerioSpeech } from '@dentin/clinical/perio/speech'
import { useEffect, useMemo, useRef, useState } from 'react'

/** What of the browser's speech recognition is used; TypeScript does not know it. */
interface Recogniser {
  lang: string
  continuous: boolean
  interimResults: boolean
  processLocally?: boolean
  onresult:
    | ((event: { resultIndex: number; results: ArrayLike<{ isFinal: boolean; 0?: { transcript: string } }> }) => void)
    | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start: () => void
  stop: () => void
}
interface RecogniserClass {
  new (): Recogniser
  available?: (options: { langs: string[]; processLocally: boolean }) => Promise<string>
}
const LANGUAGE = 'zh-CN'
const recogniser = (): RecogniserClass | null => {
  const found = window as unknown as { SpeechRecognition?: RecogniserClass; webkitSpeechRecognition?: RecogniserClass }
  return found.SpeechRecognition ?? found.webkitSpeechRecognition ?? null
}

/** Without one there is nothing to hear; a browser is not asked what it understands then. */
async function hasMicrophone(): Promise<boolean> {
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => [])
  return devices?.some(({ kind }) => kind === 'audioinput') ?? false
}

/** Whether sound stays on the device, may leave it, or can't be understood at all. */
type Way = 'local' | 'remote' | null
/** @param remote the clinic has agreed that sound leaves the house */
export async function wayOf(
  remote: boolean,
  Class: Pick<RecogniserClass, 'available'> | null,
  hasSound: () => Promise<boolean>,
): Promise<Way> {
  if (!Class || !(await hasSound())) return null
  const local = await Class.available?.({ langs: [LANGUAGE], processLocally: true }).catch(() => 'unavailable')
  if (local === 'available') return 'local'
  return remote ? 'remote' : null
}

export interface Voice {
  /** null: there is none, and no button for it. */
  state: 'off' | 'on' | 'paused' | null
  toggle: () => void
  /** What was heard last, and what of it could not be read. */
  heard: string
  problem: string | null
}

/**
 * Dictation of an examination. Sound stays on the device unless the clinic has agreed that it may leave the house.
 * @param remote the clinic has agreed
 * @param enabled there is a chart to be dictated into; without it nothing is heard any more
 */
export function useVoice(press: (key: PerioKey) => void, remote: boolean, enabled: boolean): Voice {
  const [way, setWay] = useState<Way>(null)
  const [state, setState] = useState<'off' | 'on' | 'paused'>('off')
  const [{ heard, problem }, setHeard] = useState<{ heard: string; problem: string | null }>({
    heard: '',
    problem: null,
  })
  const running = useRef<Recogniser | null>(null)
  const paused = useRef(false)
  useEffect(() => {
    let live = true
    if (enabled) void wayOf(remote, recogniser(), hasMicrophone).then((found) => live && setWay(found))
    return () => {
      live = false
    }
  }, [enabled, remote])
  useEffect(() => {
    if (!enabled) return undefined
    return () => {
      const held = running.current
      running.current = null
      held?.stop()
      setState('off')
    }
  }, [enabled])
  const hear = (spoken: string) => {
    const { keys, problems, listen } = readPerioSpeech(spoken)
    if (listen === 'go') paused.current = false
    if (!paused.current) for (const key of keys) press(key)
    if (listen === 'pause') paused.current = true
    setState(paused.current ? 'paused' : 'on')
    setHeard({ heard: spoken.trim(), problem: paused.current ? null : (problems[0] ?? null) })
  }
  const start = () => {
    const Class = recogniser()
    if (!Class || way === null) return
    const made = new Class()
    made.lang = LANGUAGE
    made.continuous = true
    made.interimResults = false
    if (way === 'local') made.processLocally = true
    made.onresult = ({ resultIndex, results }) => {
      for (let index = resultIndex; index < results.length; index += 1) {
        const result = results[index]
        if (result?.isFinal && result[0]) hear(result[0].transcript)
      }
    }
    made.onerror = ({ error }) => {
      if (error === 'no-speech' || error === 'aborted') return
      running.current = null
      setState('off')
      setHeard({
        heard: '',
        problem: error === 'not-allowed' ? '浏览器没有允许使用麦克风' : '语音识别中断，请再开一次',
      })
    }
    // It falls silent by itself after a while: as long as it is wanted it goes on.
    made.onend = () => {
      if (running.current === made) made.start()
    }
    running.current = made
    paused.current = false
    made.start()
    setState('on')
  }
  const stop = () => {
    const held = running.current
    running.current = null
    held?.stop()
    setState('off')
  }
  const toggle = useRef(() => {})
  useEffect(() => {
    toggle.current = () => (state === 'off' ? start() : stop())
  })
  // The same as long as nothing is heard: the bar is not drawn again at every key.
  return useMemo(
    () => ({ state: way === null ? null : state, toggle: () => toggle.current(), heard, problem }),
    [way, state, heard, problem],
  )
}
