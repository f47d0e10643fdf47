// Hand-written BVH, COLLADA and FBX files.
#ifndef TESTS_SUPPORT_ASSIMP_SAMPLES_H
#define TESTS_SUPPORT_ASSIMP_SAMPLES_H

namespace test {

inline constexpr const char* kBvh = R"(HIERARCHY
ROOT Hips
{
  OFFSET 0 10 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Arm
  {
    OFFSET 3 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 2 0 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 10 0 0 0 0 0 0 0
1 10 0 90 0 0 0 0 0
2 10 0 90 0 0 90 0 0
)";

inline constexpr const char* kDae = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="tri" name="tri"><mesh>
  <source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array>
    <technique_common><accessor source="#pa" count="3" stride="3">
      <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
    </accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_animations><animation id="a">
  <source id="t"><float_array id="ta" count="2">0 2</float_array>
    <technique_common><accessor source="#ta" count="2" stride="1">
      <param name="TIME" type="float"/>
    </accessor></technique_common></source>
  <source id="o"><float_array id="oa" count="6">0 0 0 4 0 0</float_array>
    <technique_common><accessor source="#oa" count="2" stride="3">
      <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
    </accessor></technique_common></source>
  <source id="i"><Name_array id="ia" count="2">LINEAR LINEAR</Name_array>
    <technique_common><accessor source="#ia" count="2" stride="1">
      <param name="INTERPOLATION" type="Name"/>
    </accessor></technique_common></source>
  <sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/>
    <input semantic="INTERPOLATION" source="#i"/></sampler>
  <channel source="#s" target="slider/move"/>
</animation></library_animations>
<library_visual_scenes><visual_scene id="scene">
  <node id="base" name="base"><translate sid="t">0 5 0</translate>
    <node id="slider" name="slider"><translate sid="move">0 0 0</translate><instance_geometry url="#tri"/></node>
  </node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
)";

/// Centimeters, +Z up; one key at 0 s and one at 1 s (46186158000 ticks).
inline constexpr const char* kFbx = R"(; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",2
		P: "UnitScaleFactor", "double", "Number", "",1
	}
}
Objects:  {
	Model: 10, "Model::Post", "Null" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",0,0,100
		}
	}
	Model: 11, "Model::Flag", "Null" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",200,0,0
		}
	}
	AnimationStack: 20, "AnimStack::Wave", "" {
		Properties70:  {
			P: "LocalStop", "KTime", "Time", "",46186158000
		}
	}
	AnimationLayer: 21, "AnimLayer::Base", "" {
	}
	AnimationCurveNode: 22, "AnimCurveNode::T", "" {
		Properties70:  {
			P: "d|X", "Number", "", "A",200
			P: "d|Y", "Number", "", "A",0
			P: "d|Z", "Number", "", "A",0
		}
	}
	AnimationCurve: 23, "AnimCurve::", "" {
		Default: 200
		KeyVer: 4008
		KeyTime: *2 {
			a: 0,46186158000
		}
		KeyValueFloat: *2 {
			a: 200,400
		}
	}
}
Connections:  {
	C: "OO",10,0
	C: "OO",11,10
	C: "OO",21,20
	C: "OO",22,21
	C: "OP",22,11, "Lcl Translation"
	C: "OP",23,22, "d|X"
}
)";

}  // namespace test

#endif  // TESTS_SUPPORT_ASSIMP_SAMPLES_H
