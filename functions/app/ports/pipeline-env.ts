/** The settings that use cases of the pipeline read. */
export interface PipelineEnv {
  /** `true` charges for addresses that could not be verified too. */
  readonly CHARGE_UNKNOWN: 'true' | 'false';
  /** Divides every patience and delay; 1 in the cloud. */
  readonly TIME_SCALE: number;
}
