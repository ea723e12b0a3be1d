import clsx from 'clsx'
import { Pause, Play } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import filmDarkMp4 from './media/film-dark.mp4'
import filmDarkWebm from './media/film-dark.webm'
import filmLightMp4 from './media/film-light.mp4'
import filmLightWebm from './media/film-light.webm'
import filmPhoneDarkMp4 from './media/film-phone-dark.mp4'
import filmPhoneDarkWebm from './media/film-phone-dark.webm'
import filmPhoneLightMp4 from './media/film-phone-light.mp4'
import filmPhoneLightWebm from './media/film-phone-light.webm'
import { ProductScreenshot } from './product-screenshot.tsx'
import { poster, posterPhone } from './screenshots.ts'
import { useDemoVideo } from './use-demo-video.ts'

const videos = {
  wide: {
    light: { webm: filmLightWebm, mp4: filmLightMp4 },
    dark: { webm: filmDarkWebm, mp4: filmDarkMp4 },
  },
  phone: {
    light: { webm: filmPhoneLightWebm, mp4: filmPhoneLightMp4 },
    dark: { webm: filmPhoneDarkWebm, mp4: filmPhoneDarkMp4 },
  },
}

const description = 'O quadro kanban com os leads de cada etapa. Um lead passa de uma etapa à seguinte.'

/** Shows the demo video. Shows its first frame until the video loads and when autoplay is off. */
export const DemoVideo = ({ className }: { className: string }) => {
  const video = useRef<HTMLVideoElement>(null)
  const { theme, shape, isLoaded, isPlaying, toggle, events } = useDemoVideo(video)
  const { width, height } = shape === 'phone' ? posterPhone : poster
  return (
    <div className={clsx('relative overflow-hidden rounded-panel border border-border bg-bg', className)}>
      <ProductScreenshot screenshot={poster} narrow={posterPhone} alt={description} />
      {isLoaded && (
        <video
          key={`${shape}-${theme}`}
          ref={video}
          muted
          loop
          playsInline
          aria-hidden="true"
          tabIndex={-1}
          width={width}
          height={height}
          className="absolute inset-0 size-full"
          {...events}
        >
          <source src={videos[shape][theme].webm} type='video/webm; codecs="av01.0.08M.08"' />
          <source src={videos[shape][theme].mp4} type="video/mp4" />
        </video>
      )}
      <Button
        icon={isPlaying ? <Pause /> : <Play />}
        onClick={toggle}
        className="absolute bottom-3 left-3 bg-raised max-md:min-h-11"
      >
        {isPlaying ? 'Pausar vídeo' : 'Ver vídeo'}
      </Button>
    </div>
  )
}
